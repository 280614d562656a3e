import { holdsWords } from './plain-words.ts'

/** What people and models say when they will not, cannot or do not know, in the languages that answers mostly come in. */
const PHRASES = [
  'i can’t help',
  'i cannot help',
  'i can’t assist',
  'i cannot assist',
  'i can’t provide',
  'i cannot provide',
  'i can’t answer',
  'i cannot answer',
  'i can’t discuss',
  'i cannot discuss',
  'i am unable to',
  'i’m unable to',
  'i am not able to',
  'i’m not able to',
  'i won’t be able to',
  'i must decline',
  'i have to decline',
  'i don’t know',
  'i do not know',
  'i’m not sure',
  'i couldn’t find',
  'i could not find',
  'i don’t have information',
  'i do not have information',
  'i don’t have any information',
  'i’m sorry, but',
  'i am sorry, but',
  'ich kann ihnen dabei nicht',
  'ich kann dir dabei nicht',
  'dabei kann ich nicht',
  'dazu kann ich',
  'ich kann diese frage nicht',
  'das weiß ich nicht',
  'ich weiß es nicht',
  'ich weiß nicht',
  'tut mir leid',
  'je ne peux pas',
  'je ne sais pas',
  'no puedo ayudar',
  'no lo sé',
  'non posso aiutar',
  'non lo so',
  'não posso ajudar',
  'não sei',
  'ik kan je niet',
  'ik weet het niet',
  'nie mogę pomóc',
  'nie wiem',
]

const LOOKED_AT = 600

/** Whether an answer begins by saying no. */
export function isRefusal(text: string): boolean {
  const begins = text.slice(0, LOOKED_AT).replaceAll("'", '’')
  return PHRASES.some((phrase) => holdsWords(begins, phrase))
}
