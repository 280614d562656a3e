#!/usr/bin/env node
// Plain JavaScript without imports at the top: an old Node must reach the sentence below, not a syntax error.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Chatwright needs Node.js 20.19 or newer; this is ${process.version}. Install a newer one from https://nodejs.org.`,
  )
  process.exit(1)
}
const { runCli } = await import('../bundle/cli.js')
// What was under way when a start failed has nothing to add to the sentence.
if (!(await runCli(process.argv))) process.exit(1)
