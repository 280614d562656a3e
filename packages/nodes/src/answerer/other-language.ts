import { COMMON } from './words.ts'

/** Words that nearly every second sentence of another language holds. */
const ELSEWHERE = new Set(
  `der die das den dem des und ist nicht ein eine einen im von zu mit auf für wie wer wo wann warum welche wird werden
  sind sie es ich wir le la les du une et est que qui dans pour pas sur au aux quel quelle où combien comment el los las
  del y en que una por con para como cuál dónde qué cuándo es il lo gli di che per non sono è dove quando quanto della
  o os um uma não do da em como onde het een van niet en wat hoe waar och att det som på är inte hur`.split(/\s+/),
)

/** By so many characters a language is told: a question may have millions. */
const LOOKED_AT = 20_000

/** Whether a text is plainly in another language than English, the only one the built-in embeddings know well. */
export function isInOtherLanguage(text: string): boolean {
  const words =
    text
      .slice(0, LOOKED_AT)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  const count = (is: (word: string) => boolean): number => words.filter(is).length
  const foreignScript = count((word) => !/\p{Script=Latin}/u.test(word))
  if (foreignScript > words.length / 2) return true
  const foreign = count((word) => ELSEWHERE.has(word) && !COMMON.has(word))
  return foreign >= 2 && foreign > count((word) => COMMON.has(word))
}
