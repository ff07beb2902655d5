# Images of all parts, a target for each: docker build --target command-service .
# Needs BuildKit (Docker 23 or newer has it on).
#
# The base is pinned to a full version, so that a rebuild uses the same Node, and a new one is a tested commit.
# To build with another, e.g. 22:
#   docker build --build-arg NODE_IMAGE=node:22.23.3-bookworm-slim …
# A tag can be moved. For exactly the same bytes, append the digest (@sha256:…) that this prints:
#   docker buildx imagetools inspect node:24.21.0-bookworm-slim --format '{{.Manifest.Digest}}'
# Debian, not Alpine: uWebSockets.js has binaries for glibc only, and for Node 20 and 22, so the gateway has its own Node.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
ARG GATEWAY_NODE_IMAGE=node:22.23.3-bookworm-slim

FROM ${GATEWAY_NODE_IMAGE} AS gateway-node

# Packages change less often than code, so this layer and `npm ci` stay cached until they do.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY verifier/package.json verifier/
COPY event-store/package.json event-store/
COPY vault/package.json vault/
COPY http/package.json http/
COPY resilience/package.json resilience/
COPY runtime/package.json runtime/
COPY notary/package.json notary/
COPY command-service/package.json command-service/
COPY projections/package.json projections/
COPY query-service/package.json query-service/
COPY gateway/package.json gateway/
COPY pwa/package.json pwa/
COPY launcher/package.json launcher/
COPY testing/package.json testing/
COPY bench/package.json bench/
COPY e2e/package.json e2e/

# No install scripts: nothing that ends up in an image needs one.
FROM manifests AS build
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --prefer-offline --no-audit --no-fund --loglevel=error
COPY . .
RUN node node_modules/typescript-7/bin/tsc -b launcher && npm run build -w pwa

# Removes devDependencies of workspaces, which npm installs even with --omit=dev. The launcher's optional dependencies are
# the embedded PostgreSQL.
FROM manifests AS production
RUN npm pkg delete devDependencies optionalDependencies --workspaces --include-workspace-root

FROM production AS command-service-files
RUN --mount=type=cache,target=/root/.npm \
    --mount=type=bind,source=deploy/docker,target=/deploy \
    --mount=type=bind,from=build,source=/app,target=/build \
    bash /deploy/assemble.sh command-service /build /part

FROM production AS query-service-files
RUN --mount=type=cache,target=/root/.npm \
    --mount=type=bind,source=deploy/docker,target=/deploy \
    --mount=type=bind,from=build,source=/app,target=/build \
    bash /deploy/assemble.sh query-service /build /part pwa

FROM production AS gateway-files
COPY --from=gateway-node /usr/local/bin/node /usr/local/bin/
RUN --mount=type=cache,target=/root/.npm \
    --mount=type=bind,source=deploy/docker,target=/deploy \
    --mount=type=bind,from=build,source=/app,target=/build \
    bash /deploy/assemble.sh gateway /build /part

FROM production AS projector-files
RUN --mount=type=cache,target=/root/.npm \
    --mount=type=bind,source=deploy/docker,target=/deploy \
    --mount=type=bind,from=build,source=/app,target=/build \
    bash /deploy/assemble.sh projections /build /part

FROM production AS notary-files
RUN --mount=type=cache,target=/root/.npm \
    --mount=type=bind,source=deploy/docker,target=/deploy \
    --mount=type=bind,from=build,source=/app,target=/build \
    bash /deploy/assemble.sh notary /build /part

FROM production AS tools-files
RUN --mount=type=cache,target=/root/.npm \
    --mount=type=bind,source=deploy/docker,target=/deploy \
    --mount=type=bind,from=build,source=/app,target=/build \
    bash /deploy/assemble.sh launcher /build /part

# The files belong to root and the process is not root: it can't change its own code, and writes to no file system.
FROM ${NODE_IMAGE} AS part
# Of the sources, for /readyz, /metrics and logs: --build-arg PMCW_COMMIT=$(git rev-parse HEAD)
ARG PMCW_COMMIT=
ENV NODE_ENV=production HOST=0.0.0.0 PMCW_COMMIT=$PMCW_COMMIT
WORKDIR /app
USER node
STOPSIGNAL SIGTERM
COPY deploy/docker/ready.sh ./
# Frequent while it starts, then rare, because each check costs a process; nothing is restarted because of it.
HEALTHCHECK --start-interval=1s --start-period=60s --interval=15s --timeout=5s --retries=3 CMD ["/app/ready.sh"]

FROM part AS command-service
COPY --from=command-service-files /part ./
ENV PORT=8081
EXPOSE 8081
CMD ["node", "command-service/dist/main.js"]

FROM part AS query-service
# A new volume that is mounted here copies the owner of this folder, so that the process can write to it.
USER root
RUN install -d -o node -g node /kept-assets /audit
USER node
COPY --from=query-service-files /part ./
ENV PORT=8082
EXPOSE 8082
CMD ["node", "query-service/dist/main.js"]

FROM part AS gateway
COPY --from=gateway-node /usr/local/bin/node /usr/local/bin/
COPY --from=gateway-files /part ./
ENV PORT=8083 SOCKET_ENGINE=uws
EXPOSE 8083
CMD ["node", "gateway/dist/main.js"]

FROM part AS projector
COPY --from=projector-files /part ./
ENV PORT=8084
EXPOSE 8084
CMD ["node", "projections/dist/main.js"]

FROM part AS notary
USER root
RUN install -d -o node -g node /audit
USER node
COPY --from=notary-files /part ./
ENV PORT=8085
EXPOSE 8085
CMD ["node", "notary/dist/main.js"]

# Commands for operators (admin, audit, backup, event-store, projections, vault), beside the running parts.
FROM part AS tools
USER root
RUN install -d -o node -g node /audit
USER node
COPY --from=tools-files /part ./
COPY deploy/docker/tools.sh ./
HEALTHCHECK NONE
ENTRYPOINT ["/bin/sh", "/app/tools.sh"]
