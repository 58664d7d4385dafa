# SPDX-License-Identifier: Apache-2.0
# nessiewatch on a JVM that starts faster: with an archive of the classes that one start loads. Built from the root of the
# repository, after "mvn package -Dquarkus.package.jar.type=aot-jar": docs/native.md.
# The base is an argument, and may be given by digest. An archive holds what this very JVM made of these very jars, so it is
# recorded here, in a stage of its own; two builds of one commit have equal jars and archives that differ in some bytes.
ARG BASE=docker.io/library/eclipse-temurin:25.0.3_9-jre-noble
FROM ${BASE} AS recorded

# The time of the commit, as the engine gives it to all files: a JVM takes no archive whose jars have another time.
ARG SOURCE_DATE_EPOCH=0
WORKDIR /deployments
COPY target/quarkus-app/ ./
# One start without neighbours, which waits for them until it is ended; then the JVM writes the archive.
RUN find . -exec touch -d "@${SOURCE_DATE_EPOCH}" {} + \
    && { QUARKUS_MANAGEMENT_HOST=127.0.0.1 KAFKA_BOOTSTRAP_SERVERS=127.0.0.1:9 \
         timeout -s TERM 45 java -XX:AOTCacheOutput=/deployments/nessiewatch.aot -jar quarkus-run.jar run || true; } \
    && test -s nessiewatch.aot

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
COPY --from=recorded /deployments/ ./
COPY target/quarkus-run-cyclonedx.json sbom.json

EXPOSE 8080 9000
USER 10001:10001
# An archive that does not fit costs the faster start and nothing else.
ENTRYPOINT ["java", "-XX:AOTCache=nessiewatch.aot", "-XX:MaxRAMPercentage=60", "-XX:+ExitOnOutOfMemoryError", "-jar", "quarkus-run.jar"]
CMD ["run"]
