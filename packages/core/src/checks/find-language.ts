/** Languages told by how their letters look. */
const SCRIPTS: readonly [string, RegExp][] = [
  ['ja', /[\u3040-\u30ff]/g],
  ['ko', /[\uac00-\ud7af]/g],
  ['zh', /[\u4e00-\u9fff]/g],
  ['uk', /[іїєґІЇЄҐ]/g],
  ['ru', /[\u0400-\u04ff]/g],
  ['el', /[\u0370-\u03ff]/g],
  ['ar', /[\u0600-\u06ff]/g],
  ['he', /[\u0590-\u05ff]/g],
  ['hi', /[\u0900-\u097f]/g],
  ['th', /[\u0e00-\u0e7f]/g],
]

/** Languages told by their smallest words. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'the of and to in is you that it for on are with as at be this have from or by not but what all we when your can there an how if will do which their please our has would about',
  de: 'der die und das ist nicht sie ein eine zu den mit sich auf für es im dem von wir ich auch als an nach wie bei oder nur noch werden aus hat dass kann sind bitte ihr ihre über wenn haben am um einen',
  fr: 'le la les et des est une un que pour pas vous dans qui sur au avec ce il ne se plus par nous je sont mais du ou être cette votre aux en à été bien si leur peut',
  es: 'el la los las y que es en un una por con para no se su al lo como más pero sus le ya o este sí porque esta son entre cuando muy sin sobre ser tiene también usted puede',
  it: 'il lo la gli le e di che è un una per non con del della sono si come ma anche più questo o alla dei nel sua ha essere al delle se ci quando può',
  pt: 'o os as e que é um uma para não com do da em se no na por mais dos como mas ao ele das à seu sua ou quando muito nos já está também você pode são',
  nl: 'de het een en van is dat niet op te zijn met voor je die er aan ook als bij maar om uit dan nog naar heeft worden wij ze kunt kan u deze wordt geen',
  pl: 'nie się na to jest że do jak za ale od po czy przez są dla był tak już może tylko oraz lub być tym która który jego jej można są z w i o',
  sv: 'och att det som en på är av för med den till inte om ett har de var från kan vi jag så du men eller när också ska',
  da: 'og at det er en til på som med for af den ikke de har et kan var vi jeg du fra men eller når også skal hvis',
  tr: 've bir bu için ile da de çok olarak daha gibi ne var değil kadar sonra en mi ama ise olan her veya',
}

const SETS = Object.entries(WORDS).map(([language, words]) => [language, new Set(words.split(' '))] as const)

const LOOKED_AT = 10_000
/** Of the letters, so many must be of a script. */
const SCRIPT_SHARE = 0.25
/** Fewer small words say too little. */
const FEWEST = 2

/** The language that a text is written in, as a code of two letters; nothing where too little tells it. */
export function findLanguage(text: string): string | undefined {
  const looked = text.slice(0, LOOKED_AT).normalize('NFC')
  const letters = looked.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return undefined
  const share = new Map(SCRIPTS.map(([code, pattern]) => [code, (looked.match(pattern)?.length ?? 0) / letters]))
  const of = (code: string): number => share.get(code) ?? 0
  // Japanese is written with the signs of Chinese too, Ukrainian with the letters of Russian and a few more.
  if (of('ja') > 0.05 && of('ja') + of('zh') >= SCRIPT_SHARE) return 'ja'
  if (of('ru') >= SCRIPT_SHARE) return of('uk') > 0.02 ? 'uk' : 'ru'
  for (const [code] of SCRIPTS) if (code !== 'uk' && of(code) >= SCRIPT_SHARE) return code
  return byWords(looked.toLowerCase().split(/[^\p{L}]+/u))
}

function byWords(words: readonly string[]): string | undefined {
  const counts = SETS.map(([language, known]) => ({ language, count: words.filter((word) => known.has(word)).length }))
  const [first, second] = counts.toSorted((one, other) => other.count - one.count)
  if (!first || !second || first.count < FEWEST || first.count === second.count) return undefined
  return first.language
}
