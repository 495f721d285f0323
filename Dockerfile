# One image for ROLE=all, web and worker. Build: docker build -t plumbline .
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY bcf/package.json bcf/
COPY bim/package.json bim/
COPY viewer/package.json viewer/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN NODE_ENV=production node node_modules/vite/bin/vite.js build web --logLevel warn
# leaves what the server needs: its own packages, and those of the workspaces that it imports
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
    && rm -rf e2e viewer web/src web/public node_modules/.cache server/bench server/test \
    && find . -name '*.test.ts' -not -path './node_modules/*' -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /app /app
# the only folder that is written to, beside /tmp
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=3s --start-period=60s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
