import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { mergeScriptCovs } from '@bcoe/v8-coverage'
import { convert } from 'ast-v8-to-istanbul'
import { parseAst } from 'rolldown/parseAst'
import { root } from '../steps.mjs'

const app = join(root, 'packages/ui/dist/app')

/**
 * Adds to the branches of the sources, as the tests' coverage lists them, what Chromium came by in the built files. What is found in
 * the built files but not in the sources counts for nothing: two builds may see one expression differently.
 */
export async function addJourneys(written, journeys) {
  const sources = JSON.parse(readFileSync(written, 'utf8'))
  let matched = 0
  let unmatched = 0
  for (const [path, coverages] of takenByScript(journeys)) {
    const built = await branchesOf(join(app, path), coverages)
    for (const [file, { branchMap, b }] of Object.entries(built)) {
      const source = sources[file]
      if (!source) continue
      const known = placesOf(source.branchMap)
      for (const [id, branch] of Object.entries(branchMap)) {
        const place = known.get(placeOf(branch)) ?? known.get(startOf(branch))
        const counts = source.b[place]
        if (counts?.length !== b[id].length) {
          unmatched += 1
          continue
        }
        matched += 1
        source.b[place] = counts.map((count, path) => count + b[id][path])
      }
    }
  }
  writeFileSync(written, JSON.stringify(sources))
  return { matched, unmatched }
}

/** What was taken of each built file, over all pages of all journeys. */
function takenByScript(journeys) {
  const scripts = new Map()
  for (const name of readdirSync(journeys)) {
    for (const script of JSON.parse(readFileSync(join(journeys, name), 'utf8'))) {
      const path = new URL(script.url).pathname
      scripts.set(path, [...(scripts.get(path) ?? []), { ...script, url: path, scriptId: '0' }])
    }
  }
  return scripts
}

async function branchesOf(file, coverages) {
  const coverage = mergeScriptCovs(coverages)
  const code = readFileSync(file, 'utf8')
  const sourceMap = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
  return convert({ code, sourceMap, ast: parseAst(code), coverage: { ...coverage, url: pathToFileURL(file).href } })
}

/** Where each branch is: by where it and all its ways begin, and, where nothing else of its kind begins there, by that alone. */
function placesOf(branchMap) {
  const places = new Map()
  for (const [id, branch] of Object.entries(branchMap)) {
    const start = startOf(branch)
    places.set(start, places.has(start) ? undefined : id)
    places.set(placeOf(branch), id)
  }
  return places
}

function placeOf(branch) {
  return [startOf(branch), ...branch.locations.map(({ start }) => `${start.line}:${start.column}`)].join(' ')
}

function startOf({ type, loc: { start } }) {
  return `${type} ${start.line}:${start.column}`
}
