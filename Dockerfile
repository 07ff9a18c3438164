# docker build -t chart-surface . && docker run -p 8080:8080 -v charts:/data chart-surface
# The first start makes a key and shows it once: docker logs has the address to open.
# The context has no git: --build-arg COMMIT="$(git log -1 --format=%h)" --build-arg COMMIT_DATE="$(git log -1 --format=%cI)"
# names what is built.
ARG COMMIT=""
ARG COMMIT_DATE=""

FROM swift:6.3-bookworm AS build
WORKDIR /src
# The manifest leaves out the tests, which are not in the context.
ENV CHART_PART=release
RUN apt-get update -q && apt-get install -q -y --no-install-recommends libsqlite3-dev zlib1g-dev
COPY Package.swift ./
RUN swift package resolve
COPY Plugins Plugins
COPY Sources Sources
ARG COMMIT
ARG COMMIT_DATE
RUN BUILD_COMMIT="$COMMIT" BUILD_DATE="$COMMIT_DATE" \
    swift build -c release --product chart-surface --static-swift-stdlib
RUN cp "$(swift build -c release --product chart-surface --static-swift-stdlib --show-bin-path)/chart-surface" . \
    && objcopy --only-keep-debug chart-surface chart-surface.debug \
    && objcopy --strip-all --add-gnu-debuglink=chart-surface.debug chart-surface
RUN cp "$(dirname "$(dirname "$(command -v swift)")")/libexec/swift/linux/swift-backtrace-static" .
COPY .ci/make-docs .ci/make-docs
RUN .ci/make-docs docs

FROM debian:bookworm-slim
ARG COMMIT
ARG COMMIT_DATE
LABEL org.opencontainers.image.title="ChartSurface" \
    org.opencontainers.image.description="Hosts interactive charts without a screen" \
    org.opencontainers.image.licenses="Apache-2.0" \
    org.opencontainers.image.version="0.2.0" \
    org.opencontainers.image.revision="$COMMIT" \
    org.opencontainers.image.created="$COMMIT_DATE"
RUN apt-get update -q \
    && apt-get install -q -y --no-install-recommends ca-certificates libpq5 libsqlite3-0 libstdc++6 tzdata \
    && rm -rf /var/lib/apt/lists/*
RUN groupadd --gid 10001 charts \
    && useradd --no-log-init --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin charts \
    && install -d -o 10001 -g 10001 -m 750 /data
COPY LICENSE /usr/share/doc/chart-surface/LICENSE
COPY Public /usr/share/chart-surface/Public
COPY --from=build /src/docs /usr/share/chart-surface/docs
COPY --from=build /src/chart-surface /usr/bin/chart-surface
# The symbols, for the names in the trace of a crash, and the program that writes it.
COPY --from=build /src/chart-surface.debug /usr/lib/debug/usr/bin/chart-surface.debug
COPY --from=build /src/swift-backtrace-static /usr/libexec/swift/swift-backtrace-static
# An address that others can reach makes keys required, unless CHART_SURFACE_AUTH_MODE says otherwise. For the drain delay a
# load balancer that asks for /health/ready can turn away before a request is refused; docker stop -t 20 waits for the end.
ENV CHART_SURFACE_HTTP_HOST=0.0.0.0 \
    CHART_SURFACE_HTTP_PORT=8080 \
    CHART_SURFACE_HTTP_DRAIN_DELAY=5s \
    CHART_SURFACE_DATA_DIR=/data \
    CHART_SURFACE_DEMO_DIRECTORY=/usr/share/chart-surface/Public \
    CHART_SURFACE_DOCS_DIRECTORY=/usr/share/chart-surface/docs \
    CHART_SURFACE_LOG_FORMAT=json
# A crash writes where it has happened to standard error, without the contents of registers, which may be secrets.
ENV SWIFT_BACKTRACE=enable=yes,swift-backtrace=/usr/libexec/swift/swift-backtrace-static,color=no,interactive=no,threads=crashed,registers=none,images=none
# How many freed blocks of a size are at hand for each thread: 7 without this, and an event loop takes more in one turn.
ENV GLIBC_TUNABLES=glibc.malloc.tcache_count=127
USER 10001:10001
WORKDIR /data
VOLUME ["/data"]
EXPOSE 8080
# The server itself asks, with or without TLS: the image has no curl. It asks whether the server runs: a database that is
# away must not restart it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["/usr/bin/chart-surface", "health", "--live"]
ENTRYPOINT ["/usr/bin/chart-surface"]
CMD ["serve"]
