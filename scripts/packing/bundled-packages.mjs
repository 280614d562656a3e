// Which packages of others a bundle holds, and what they say of themselves.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const IN_PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/
const LEGAL_FILE = /^(licen[cs]e|notice|copying|ofl)/i

/** The folders of the packages that modules come from. */
export function foldersOfModules(modules) {
  return modules.flatMap((id) => IN_PACKAGE.exec(id.replace('\0', ''))?.[1] ?? [])
}

/**
 * What packages say of themselves, once each, in the order of their names.
 * @param {readonly string[]} folders
 */
export function describePackages(folders) {
  const known = new Map(
    [...new Set(folders)].filter(isOfOthers).map((folder) => {
      const about = describePackage(folder)
      return [`${about.name}@${about.version}`, about]
    }),
  )
  return [...known.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
}

/** A workspace is a link to a folder of ours: its modules lie outside, and what is left of it here is nobody's. */
function isOfOthers(folder) {
  return existsSync(join(folder, 'package.json'))
}

function describePackage(folder) {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return {
    name: about.name,
    version: about.version,
    license: licenseOf(about),
    homepage: about.homepage ?? addressOf(about.repository),
    texts: readdirSync(folder)
      .filter((file) => LEGAL_FILE.test(file) && !/\.(js|ts|json)$/.test(file))
      .sort()
      .map((file) => readFileSync(join(folder, file), 'utf8').trim()),
  }
}

/** Old packages write a list or an object where an expression belongs. */
function licenseOf({ license, licenses }) {
  if (typeof license === 'string') return license.replace(/^\((.*)\)$/, '$1')
  const written = [license, licenses].flat().flatMap((entry) => entry?.type ?? [])
  return written.length === 0 ? undefined : written.join(' OR ')
}

function addressOf(repository) {
  const url = typeof repository === 'string' ? repository : repository?.url
  return url?.replace(/^git\+/, '').replace(/\.git$/, '')
}

function compare(left, right) {
  return left < right ? -1 : left > right ? 1 : 0
}
