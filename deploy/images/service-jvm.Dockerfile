# SPDX-License-Identifier: Apache-2.0
# nessiewatch on a JVM. Built from the root of the repository, after "mvn package": docs/install.md.
# The base is an argument: give it by digest (eclipse-temurin@sha256:...) to have the same bytes again.
ARG BASE=docker.io/library/eclipse-temurin:21.0.9_10-jre-noble
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
# What changes seldom comes first.
COPY target/quarkus-app/lib/ lib/
COPY target/quarkus-app/quarkus/ quarkus/
COPY target/quarkus-app/app/ app/
COPY target/quarkus-app/quarkus-run.jar quarkus-run.jar
COPY target/quarkus-run-cyclonedx.json sbom.json

EXPOSE 8080 9000
USER 10001:10001
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=60", "-XX:+ExitOnOutOfMemoryError", "-jar", "quarkus-run.jar"]
CMD ["run"]
