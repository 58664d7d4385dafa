# SPDX-License-Identifier: Apache-2.0
# nessiewatch as a native executable. Built from the root of the repository, after "mvn package -Dnative" with GraalVM or
# Mandrel 25, or in a container: docs/native.md.
# The base holds glibc, libstdc++, zlib and no shell tools to speak of. It is an argument: give it by digest
# (quay.io/quarkus/ubi9-quarkus-micro-image@sha256:...) to have the same bytes again.
ARG BASE=quay.io/quarkus/ubi9-quarkus-micro-image:2.0
FROM ${BASE}

ARG BASE
ARG VERSION=0.1.0-SNAPSHOT
ARG REVISION=unknown
LABEL org.opencontainers.image.title="nessiewatch" \
      org.opencontainers.image.description="Watches a Nessie commit log, measures Iceberg snapshot lists, starts the one expiry that helps" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="${BASE}"

ENV LANG=C.UTF-8
WORKDIR /deployments
COPY --chmod=0555 target/nessiewatch-*-runner nessiewatch
COPY target/nessiewatch-*-runner-cyclonedx.json sbom.json

EXPOSE 8080 9000
USER 10001:10001
# Nothing is written into the image's own folders: the root may be mounted read-only. The heap follows the pod's memory
# limit; what is not heap (code, stacks, buffers of the network) lies in the rest.
ENTRYPOINT ["./nessiewatch", "-XX:MaximumHeapSizePercent=60", "-XX:+ExitOnOutOfMemoryError"]
CMD ["run"]
