# Bascule with its own Java runtime and headless Chrome, from the release archive for Linux x86-64:
#
#   mvn -Dproduct -Prelease package && docker build -t bascule .
#   docker run --rm --shm-size=1g -v "$PWD:/work" bascule run model.onnx
#
# Docker gives 64 MB of shared memory unless told otherwise, in which Chrome has what its processes hand over.
# One archive only may lie in test-suites/cli/target: `mvn clean` after a change of version, or --build-arg ARCHIVE=FILE.
# The base's tag is no digest: pin it (`FROM debian@sha256:…`) where an image must not change under you.
FROM debian:12-slim AS archive
ARG ARCHIVE=test-suites/cli/target/bascule-*-linux-x86_64.tar.gz
COPY ${ARCHIVE} /tmp/bascule.tar.gz
RUN mkdir /opt/bascule && tar -xzf /tmp/bascule.tar.gz -C /opt/bascule --strip-components=1 --no-same-owner

FROM debian:12-slim
COPY --from=archive /opt/bascule /opt/bascule
# Nothing else is needed. A user of its own, whose home is the cache; /work is what a caller brings and takes away.
RUN ln -s /opt/bascule/bin/bascule /usr/local/bin/bascule \
    && useradd --create-home --uid 1000 bascule \
    && install -d -o bascule -g bascule /work
# Docker gives no user namespaces, which Chrome's sandbox needs: the container is the sandbox. Names of files are UTF-8.
ENV BASCULE_CONTAINER=1 LANG=C.UTF-8
USER bascule
WORKDIR /work
ENTRYPOINT ["/opt/bascule/bin/bascule"]
CMD ["run"]
