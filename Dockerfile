# Builds in one stage, runs in another: the image holds Node, the production dependencies and what was built.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/core/package.json packages/core/
COPY packages/contract/package.json packages/contract/
COPY packages/engine/package.json packages/engine/
COPY packages/nodes/package.json packages/nodes/
COPY packages/server/package.json packages/server/
COPY packages/ui/package.json packages/ui/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
RUN npm install --no-save --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs \
 && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/.cache

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/packages ./packages
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD node -e "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health/ready').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
# Listening beyond loopback needs a login: pass CHATWRIGHT_USERNAME and CHATWRIGHT_PASSWORD.
CMD ["node", "packages/server/bin/chatwright.mjs", "start"]
