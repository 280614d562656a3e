# Packs the product in one stage and installs the package in another: the image holds Node and what `npm install chatwright` brings.
# Paths in RUN stay below WORKDIR: scripts/build-image.mjs follows these steps without an engine, in any folder.
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY packages/core/package.json packages/core/
COPY packages/contract/package.json packages/contract/
COPY packages/code/package.json packages/code/
COPY packages/importers/package.json packages/importers/
COPY packages/engine/package.json packages/engine/
COPY packages/nodes/package.json packages/nodes/
COPY packages/server/package.json packages/server/
COPY packages/ui/package.json packages/ui/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY scripts/steps.mjs scripts/
RUN node -e "import('./scripts/steps.mjs').then((steps) => steps.installDependencies())"
COPY . .
RUN node scripts/pack.mjs --out packed \
 && mkdir image data \
 && cd image \
 && echo '{ "private": true }' > package.json \
 && npm install --ignore-scripts --no-audit --no-fund ../packed/*.tgz

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PATH=/app/node_modules/.bin:$PATH
WORKDIR /app
COPY --from=build /build/image ./
COPY --from=build --chown=node:node /build/data /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD node -e "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health/ready').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
# Listening beyond loopback needs a login: pass CHATWRIGHT_USERNAME and CHATWRIGHT_PASSWORD.
CMD ["chatwright", "start"]
