const list = (words: string): string[] => words.split(' ')

/** The first of each line stands for all of it. */
const alike = (...lines: string[]): Map<string, string> =>
  new Map(
    lines.flatMap((line) => {
      const [first = '', ...others] = list(line)
      return [first, ...others].map((word) => [word, first] as const)
    }),
  )

/** Numbers in words, by their digits. */
export const NUMBERS = alike(
  '0 zero',
  '1 one',
  '2 two',
  '3 three',
  '4 four',
  '5 five',
  '6 six',
  '7 seven',
  '8 eight',
  '9 nine',
  '10 ten',
  '11 eleven',
  '12 twelve',
  '20 twenty',
  '30 thirty',
  '1st first',
  '2nd second',
  '3rd third',
  '% percent',
  ...list('thirteen fourteen fifteen sixteen seventeen eighteen nineteen forty fifty sixty seventy eighty ninety'),
  ...list('hundred thousand million billion dozen half quarter once twice double triple single both couple'),
)

/** Days, months, times and spans of time. */
export const CALENDAR = alike(
  ...list('monday tuesday wednesday thursday friday saturday sunday').map((day) => `${day} ${day}s`),
  ...list('january february march april june july august september october november december'),
  ...list('today tomorrow yesterday tonight noon midday midnight morning afternoon evening night pm a.m p.m'),
  ...list('minute hour day week month year weekday weekend holiday').map((span) => `${span} ${span}s`),
  ...list('daily weekly monthly yearly annually hourly spring summer autumn winter'),
)

/** "We pay" is not "you pay". */
export const PERSONS = alike(
  "i me my mine i'm i'll i've i'd myself",
  "you your yours you'll you're you've you'd yourself",
  "we us our ours we'll we're we've we'd ourselves",
  "they them their theirs they'll they're they've themselves",
  "he him his he's he'll",
  "she her hers she's she'll",
)

/**
 * Words that turn a sentence round, or have an opposite or a sibling that stands in the same places. A small model of meaning takes
 * one for the other.
 */
export const POLES = alike(
  'not no never none nobody nothing neither nor cannot without hardly barely nowhere',
  'all every each any everyone everybody everything always',
  'some several various certain sometimes occasionally few',
  'can could able possible',
  'may might maybe perhaps probably likely',
  'must required requires require need needs needed mandatory obligatory',
  'should ought recommend recommended recommends advise advised',
  'was were had did been ago previously formerly',
  'open opens opened opening',
  'close closes closed closing shut',
  'include includes included including',
  'exclude excludes excluded excluding',
  ...list('only except unless until but or if whether instead enough almost nearly'),
  ...list('by before after during since against between above below over under behind far inside outside out'),
  ...list('more less most least fewer many much little better worse best worst same other another different'),
  ...list('off up down left right top bottom front back north south east west'),
  ...list('high higher low lower big bigger small smaller large larger long longer short shorter wide narrow'),
  ...list('thick thin hot warm cool cold wet dry light dark heavy full empty new old young early earlier late later'),
  ...list('fast slow quick free paid cheap expensive extra optional temporary permanent minimum maximum'),
  ...list('start stop begin end enable disable add remove increase decrease rise fall grow shrink gain lose'),
  ...list('allow forbid allowed forbidden permitted prohibited accept reject refuse deny success failure succeed fail'),
  ...list('buy sell bought sold lend borrow send receive give take push pull import export upload download'),
  ...list('safe dangerous true false correct wrong good bad easy hard difficult simple public private online offline'),
  ...list('indoor outdoor internal external active inactive available'),
  ...list('man woman men women boy girl husband wife father mother son daughter brother sister'),
  ...list('adult adults child children buyer seller tenant landlord employer employee teacher student doctor nurse'),
  ...list('red green blue yellow black white grey brown orange purple pink silver gold'),
  ...list('steel iron copper wood plastic glass cotton wool leather breakfast lunch dinner dog cat'),
)

/** What holds a sentence together and says nothing by itself. */
export const SMALL = new Set([
  ...list(
    'a an the of to in on at for from with as into onto about around and then than that this these those which who',
  ),
  ...list("whom whose what when where how it its it's is are be being do does done doing has have having will would"),
  ...list(
    "shall there here that's there's so such very quite really well even still yet own per via upon among within",
  ),
  ...list('along through while because therefore thus however get gets got also just too am comes'),
])

/** What is said to be kind. */
export const COURTESY = new Set(
  list(
    'yes sure certainly hello hi dear thanks thank please kindly glad happy great absolutely indeed sorry welcome asking question',
  ),
)
