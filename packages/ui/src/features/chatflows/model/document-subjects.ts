import { asObject, asText } from '../../../lib/prediction/read-json.ts'

const MOST_SUBJECTS = 3
const LONGEST_SUBJECT = 60

/** What the passages of a document are about, for questions to start with: headings first, then what sentences begin with. */
export function documentSubjects(documents: readonly unknown[]): string[] {
  const passages = documents.map((document) => asText(asObject(document)?.['pageContent']) ?? '')
  const headings = distinct(passages.flatMap(headingsIn))
  // The first heading is mostly the title: everything is about that.
  const sections = headings.length > 1 ? headings.slice(1) : headings
  const subjects = sections.length > 1 ? sections : distinct([...sections, ...passages.flatMap(firstWordsIn)])
  const text = passages.join('\n')
  return subjects.slice(0, MOST_SUBJECTS).map((subject) => withinSentence(subject, text))
}

/** "Dogs" is "dogs" in the middle of a question; a name, or a noun of German, is written so nowhere in the text. */
function withinSentence(subject: string, text: string): string {
  const word = /^\p{Lu}\p{Ll}+/u.exec(subject)?.[0].toLowerCase()
  if (word === undefined || !words(text).has(word)) return subject
  return subject.charAt(0).toLowerCase() + subject.slice(1)
}

function words(text: string): Set<string> {
  return new Set(text.match(/\p{L}+/gu))
}

function headingsIn(passage: string): string[] {
  return [...passage.matchAll(/^#{1,6}[^\S\n]+(.+)$/gm)]
    .map(([, title = '']) => title.replaceAll(/[*_`]|(?<!#)#+$/g, '').trim())
    .filter((title) => /\p{L}{2}/u.test(title) && title.length <= LONGEST_SUBJECT)
}

/** "Helmets are compulsory." speaks of helmets; "Whoever comes late…" of nothing that could be asked for. */
function firstWordsIn(passage: string): string[] {
  if (/^\w[^:\n]{0,40}: \S.*\n\w[^:\n]{0,40}: \S/.test(passage)) return rowSubject(passage)
  return [...passage.matchAll(/(?:^|[.!?]\s+)(\p{Lu}\p{L}{4,24})(?=\s)/gmu)]
    .map(([, word = '']) => word)
    .filter((word) => !OPENINGS.has(word.toLowerCase()))
    .slice(0, 1)
}

/** The first words among the fields of a table's row. */
function rowSubject(passage: string): string[] {
  const values = passage.split('\n').map((line) => line.slice(line.indexOf(': ') + 2).trim())
  const named = values.find((value) => /^\p{L}[\p{L} ,'-]{3,}$/u.test(value) && value.length <= LONGEST_SUBJECT)
  return named === undefined ? [] : [named]
}

function distinct(words: readonly string[]): string[] {
  const seen = new Set<string>()
  return words.filter((word) => !seen.has(word.toLowerCase()) && seen.add(word.toLowerCase()))
}

const OPENINGS = new Set(
  `about above after again against almost along already although always among another anyone because before being below
  besides between beyond chapter could despite during either every everybody everyone everything except figure finally
  first fourth further furthermore hence however indeed instead later likewise meanwhile moreover neither never nevertheless
  nobody nothing often otherwise paragraph perhaps please rather second section several should similarly since sometimes
  somebody someone still table their there thereby therefore these third those though through throughout together toward
  under unless until usually various what whatever when whenever where whereas wherever whether which while whoever whose
  within without would yesterday yours diese dieser dieses durch einige jeder jeden nachdem obwohl sobald unter weitere
  welche wenn während zwischen`.split(/\s+/),
)
