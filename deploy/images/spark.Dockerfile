# SPDX-License-Identifier: Apache-2.0
# Spark with the job of nessiewatch, Iceberg, and the AWS SDK for Iceberg's S3 files; nothing else is added. Built from the
# root of the repository, after "mvn -f src/spark/pom.xml -Pimage package": docs/install.md.
# Spark and Scala must be those of the cluster that the job runs on. Give the base by digest (apache/spark@sha256:...) to have
# the same bytes again.
ARG BASE=docker.io/apache/spark:4.1.3-scala2.13-java17-ubuntu
FROM ${BASE}

ARG BASE
ARG VERSION=0.1.0-SNAPSHOT
ARG REVISION=unknown
LABEL org.opencontainers.image.title="nessiewatch-spark" \
      org.opencontainers.image.description="Spark with the maintenance job of nessiewatch" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="${BASE}"

COPY src/spark/target/image/lib/ /opt/nessiewatch/lib/
COPY src/spark/target/nessiewatch-spark.jar /opt/nessiewatch/nessiewatch-spark.jar

USER 185:185
