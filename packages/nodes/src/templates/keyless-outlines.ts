import type { FlowOutline } from './outline.ts'

const handbook = [
  'Working hours: everybody is free to choose when to work, but meetings are held between 10:00 and 15:00.',
  'Holidays: there are 28 days of holiday a year. Ask for them two weeks ahead in the shared calendar.',
  'Illness: write to your team on the first morning. A note from a doctor is needed from the fourth day.',
  'Expenses: keep the receipt and send a photo of it to accounting within 30 days; money is paid back each Friday.',
  'Travel: trains are preferred. Flights need the agreement of the head of your team.',
  'Equipment: everybody chooses a laptop every three years. The old one can be bought for a tenth of its price.',
].join('\n\n')

const shop = [
  'Delivery takes two to four working days and costs 4.90; orders above 50 are delivered for free.',
  'Orders can be returned within 30 days. The money is paid back as soon as the parcel has arrived.',
  'Every appliance has a guarantee of two years. Repairs within that time are free.',
  'Payment is possible by card, bank transfer and invoice. An invoice is due after 14 days.',
  'The workshop is open from Monday to Saturday between 9:00 and 18:00, and can be reached at 555-0134.',
].join('\n\n')

/** Short enough that no two paragraphs become one passage: a passage about two things is near to neither. */
const paragraphs = { chunkSize: 120, chunkOverlap: 0, separator: '\\n\\n' }

const answersFrom = (chain: string): string[] => [
  'plainText_0 > memoryVectorStore_0.document',
  'builtInEmbeddings_0 > memoryVectorStore_0.embeddings',
  `memoryVectorStore_0 > ${chain}.vectorStoreRetriever`,
  `builtInAnswerer_0 > ${chain}.model`,
]

/** Flows that answer at once: no key, no account, no file to choose. */
export const keylessOutlines: readonly FlowOutline[] = [
  {
    id: 'handbook-answers',
    name: 'Answers from a handbook',
    description: 'Answers questions from a text in the flow and quotes it. Runs right away.',
    usecases: ['Documents', 'Local'],
    badge: 'new',
    nodes: {
      characterTextSplitter_0: { inputs: paragraphs },
      plainText_0: { label: 'Handbook', inputs: { text: handbook } },
      builtInEmbeddings_0: {},
      memoryVectorStore_0: { inputs: { topK: 3 } },
      builtInAnswerer_0: {},
      retrievalQAChain_0: {},
    },
    edges: ['characterTextSplitter_0 > plainText_0.textSplitter', ...answersFrom('retrievalQAChain_0')],
    note: 'Save and ask: "How many days of holiday do I have?" Then enter your own text in the Handbook.',
  },
  {
    id: 'shop-assistant',
    name: 'Shop assistant',
    description: "Answers customers' questions in a conversation and shows the source of each answer.",
    usecases: ['Support', 'Local'],
    nodes: {
      characterTextSplitter_0: { inputs: paragraphs },
      plainText_0: { label: 'What customers ask', inputs: { text: shop } },
      builtInEmbeddings_0: {},
      memoryVectorStore_0: { inputs: { topK: 2 } },
      builtInAnswerer_0: {},
      bufferMemory_0: {},
      conversationalRetrievalQAChain_0: { inputs: { returnSourceDocuments: true } },
    },
    edges: [
      'characterTextSplitter_0 > plainText_0.textSplitter',
      ...answersFrom('conversationalRetrievalQAChain_0'),
      'bufferMemory_0 > conversationalRetrievalQAChain_0.memory',
    ],
    note: 'Save and ask: "How long does delivery take?" Replace the answerer with a chat model for free-form answers.',
  },
  {
    id: 'guarded-answers',
    name: 'Guarded answers',
    description: 'Blocks questions with listed words and answers all others from a text.',
    usecases: ['Safety', 'Local'],
    nodes: {
      characterTextSplitter_0: { inputs: paragraphs },
      plainText_0: { label: 'Handbook', inputs: { text: handbook } },
      builtInEmbeddings_0: {},
      memoryVectorStore_0: { inputs: { topK: 2 } },
      builtInAnswerer_0: {},
      inputModerationSimple_0: {
        inputs: {
          denyList: 'salary\npassword',
          moderationErrorMessage: 'I may not speak about this. Please ask the people team.',
        },
      },
      retrievalQAChain_0: {},
    },
    edges: [
      'characterTextSplitter_0 > plainText_0.textSplitter',
      ...answersFrom('retrievalQAChain_0'),
      'inputModerationSimple_0 > retrievalQAChain_0.inputModeration',
    ],
    note: 'Save and ask: "What is the salary of my boss?" The moderation node lists the blocked words.',
  },
  {
    id: 'text-statistics',
    name: 'Text statistics',
    description: 'Counts the words, sentences and reading time of a text with your own function.',
    usecases: ['Functions', 'Local'],
    nodes: {
      customFunction_0: {
        label: 'Count',
        output: 'EndingNode',
        inputs: {
          functionInputVariables: '{"text":"{{question}}"}',
          javascriptFunction: `const words = $text.match(/[\\p{L}\\p{N}'’-]+/gu) ?? []
const sentences = $text.split(/[.!?]+/).filter((sentence) => sentence.trim() !== '')
const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '')
return [
  \`**\${words.length}** words in **\${sentences.length}** sentences\`,
  \`Longest word: **\${longest}**\`,
  \`Reading time: about \${Math.max(1, Math.round((words.length / 200) * 60))} seconds\`,
].join('\\n\\n')`,
        },
      },
    },
    edges: [],
    note: 'Save and send any text. The function runs in a sandbox; change it as you like.',
  },
  {
    id: 'question-router',
    name: 'Question router',
    description: 'Checks each question and answers on one of two branches.',
    usecases: ['Routing', 'Local'],
    nodes: {
      ifElseFunction_0: {
        label: 'Is it urgent?',
        inputs: {
          functionInputVariables: '{"text":"{{question}}"}',
          ifFunction: 'return /urgent|broken|emergency/i.test($text) && $text',
          elseFunction: 'return $text',
        },
      },
      customFunction_0: {
        label: 'Urgent',
        output: 'EndingNode',
        inputs: {
          javascriptFunction: 'return "This sounds urgent. Please call 555-0134; somebody is there day and night."',
        },
      },
      customFunction_1: {
        label: 'Can wait',
        output: 'EndingNode',
        inputs: { javascriptFunction: 'return "Thank you for your message. We answer within one working day."' },
      },
    },
    edges: [
      'ifElseFunction_0.returnTrue > customFunction_0.functionInputVariables',
      'ifElseFunction_0.returnFalse > customFunction_1.functionInputVariables',
    ],
    note: 'Save and write: "My oven is broken." Add a chain or an agent to the end of each branch.',
  },
  {
    id: 'dice-and-numbers',
    name: 'Dice and numbers',
    description: 'Rolls dice in game notation, such as 2d6+1, and shows each roll.',
    usecases: ['Functions', 'Local'],
    nodes: {
      customFunction_0: {
        label: 'Throw',
        output: 'EndingNode',
        inputs: {
          functionInputVariables: '{"text":"{{question}}"}',
          javascriptFunction: `const match = /(\\d*)\\s*d\\s*(\\d+)\\s*([+-]\\s*\\d+)?/i.exec($text)
if (!match) return 'Write dice as in games: **2d6** for two dice of six sides, **d20+3** for one of twenty and three more.'
const count = Math.min(50, Number(match[1] || 1))
const sides = Math.max(2, Number(match[2]))
const extra = Number((match[3] ?? '0').replaceAll(' ', ''))
const throws = Array.from({ length: count }, () => 1 + Math.floor(Math.random() * sides))
const sum = throws.reduce((total, each) => total + each, extra)
return \`**\${sum}** (\${throws.join(', ')}\${extra === 0 ? '' : \` and \${extra}\`})\``,
        },
      },
    },
    edges: [],
    note: 'Save and write: "2d6+1".',
  },
]
