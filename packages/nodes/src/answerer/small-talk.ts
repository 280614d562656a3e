export type SmallTalk = 'greeting' | 'thanks' | 'about-me' | 'summary'

/** What people say besides questions. Only as a whole: "hello" is a greeting, "who says hello?" is not. */
export function smallTalkIn(question: string): SmallTalk | undefined {
  const words = question
    .slice(0, LONGEST)
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[.,!?]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return KINDS.find(({ said }) => said.test(words))?.kind
}

const LONGEST = 100

const THING = '(?:this|it|(?:this|the|my) (?:document|file|text|page|pdf|book|paper|table))'

const KINDS: readonly { kind: SmallTalk; said: RegExp }[] = [
  {
    kind: 'greeting',
    said: /^(?:hi|hello|hey|howdy|good (?:morning|afternoon|evening|day)|hallo|guten (?:morgen|tag|abend)|bonjour|hola|ciao)(?: (?:there|you|all|everyone|again))?(?: how are you(?: doing)?(?: today)?)?$/,
  },
  {
    kind: 'thanks',
    said: /^(?:ok(?:ay)? )?(?:thanks?|thank you|thx|cheers|danke|merci|gracias|grazie|great|cool|nice|perfect|ok(?:ay)?|bye|goodbye|see you)(?: (?:so much|very much|a lot|schön|you|again|bye|goodbye))*$/,
  },
  {
    kind: 'about-me',
    said: /^(?:help(?: me)?|(?:who|what) are you|what is this|what (?:can|do) you do(?: for me)?|what can i (?:ask|do)(?: you)?(?: here)?|how (?:do you|does this) work|are you (?:an? )?(?:ai|bot|robot|human|person|chatgpt|llm|language model)|how are you)$/,
  },
  {
    kind: 'summary',
    said: new RegExp(
      `^(?:(?:please|can you|could you) )*(?:(?:summari[sz]e|sum up)(?: ${THING})?|(?:give me |write )?an? (?:short )?summary(?: of ${THING})?|tl ?;?dr|what(?:'s| is) (?:in )?${THING}(?: all)?(?: about)?|what does ${THING} say|tell me about ${THING})(?: please| for me)*$`,
    ),
  },
]
