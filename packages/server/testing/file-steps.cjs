// Loaded before the product: notes each file that gets its name, and each folder that is synced, and kills the process before one of them,
// or before one is deleted.
const fs = require('node:fs')
const { dirname, resolve } = require('node:path')
const { syncBuiltinESMExports } = require('node:module')

const { CHATWRIGHT_STEPS: log, CHATWRIGHT_KILL_AT: killAt, CHATWRIGHT_KILL_ON: killOn } = process.env
const { appendFileSync, openSync, fsyncSync, renameSync, linkSync, statSync } = fs
let count = 0

function step(text) {
  count += 1
  if (count === Number(killAt) || (killOn && text.includes(killOn))) process.kill(process.pid, 'SIGKILL')
  if (log) appendFileSync(log, `${text}\n`)
}

const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
const folders = new Map()

fs.openSync = (path, ...rest) => {
  const file = openSync(path, ...rest)
  if (isFolder(path)) folders.set(file, resolve(String(path)))
  else folders.delete(file)
  return file
}
fs.fsyncSync = (file) => {
  if (folders.has(file)) step(`sync ${folders.get(file)}`)
  return fsyncSync(file)
}
fs.renameSync = (from, to) => {
  step(`name ${dirname(resolve(String(to)))} ${String(to)}`)
  return renameSync(from, to)
}
fs.linkSync = (from, to) => {
  step(`name ${dirname(resolve(String(to)))} ${String(to)}`)
  return linkSync(from, to)
}
const { open, rename } = fs.promises
fs.promises.open = async (path, ...rest) => {
  const file = await open(path, ...rest)
  if (isFolder(path)) {
    const sync = file.sync.bind(file)
    file.sync = () => {
      step(`sync ${resolve(String(path))}`)
      return sync()
    }
  }
  return file
}
fs.promises.rename = (from, to) => {
  step(`name ${dirname(resolve(String(to)))} ${String(to)}`)
  return rename(from, to)
}
const { rm } = fs.promises
fs.promises.rm = (path, ...rest) => {
  if (killOn) step(`gone ${resolve(String(path))}`)
  return rm(path, ...rest)
}
syncBuiltinESMExports()
