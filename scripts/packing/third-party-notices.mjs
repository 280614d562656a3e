// The notices that whoever ships the code of others owes them.

/** Licences that let us ship a package inside ours. A new one is a decision, not a surprise. */
const WELCOME = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
])

/** Packages whose licence nobody welcomed, in words. */
export function unwelcome(packages) {
  return packages
    .filter(({ license }) => !isWelcome(license))
    .map(({ name, version, license }) => `${name}@${version}: ${license ?? 'says nothing of its licence'}`)
}

/** One choice suffices of those joined by OR; all must suit of those joined by AND. */
function isWelcome(expression = '') {
  return expression
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => WELCOME.has(id.replaceAll(/[()]/g, ''))))
}

export function writeNotices(packages) {
  const head = `Chatwright holds code of these ${packages.length} packages. Each belongs to its authors, under the licence given with it.`
  return `${[head, ...packages.map(noticeOf)].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

function noticeOf({ name, version, license, homepage, texts }) {
  const title = [`${name} ${version}`, `Licence: ${license}`, homepage].filter(Boolean).join('\n')
  return [title, ...new Set(texts)].join('\n\n')
}
