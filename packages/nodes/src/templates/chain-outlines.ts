import type { FlowOutline } from './outline.ts'

export const chainOutlines: readonly FlowOutline[] = [
  {
    id: 'translator',
    name: 'Translator',
    description: 'Translates any text, with a prompt you can change.',
    usecases: ['Writing'],
    nodes: {
      chatPromptTemplate_0: {
        inputs: {
          systemMessagePrompt:
            'You translate from {input_language} into {output_language}. Answer with the translation alone.',
          humanMessagePrompt: '{text}',
          promptValues: '{"input_language":"English","output_language":"French"}',
        },
      },
      chatOpenAI_0: { inputs: { temperature: 0.2 } },
      llmChain_0: {},
    },
    edges: ['chatPromptTemplate_0 > llmChain_0.prompt', 'chatOpenAI_0 > llmChain_0.model'],
    note: 'Change the languages under "Prompt values". The empty variable, {text}, receives the message.',
  },
  {
    id: 'two-steps',
    name: 'Two steps',
    description: 'Writes an outline, then an article from it. One answer feeds the next prompt.',
    usecases: ['Writing'],
    nodes: {
      promptTemplate_0: { inputs: { template: 'Write a short outline of an article about {subject}.' } },
      chatOpenAI_0: {},
      llmChain_0: { label: 'Outline', output: 'outputPrediction' },
      promptTemplate_1: {
        inputs: {
          template: 'Write the article that this outline describes.\n\n{outline}',
          promptValues: '{"outline":"{{llmChain_0.data.instance}}"}',
        },
      },
      llmChain_1: { label: 'Article' },
    },
    edges: [
      'promptTemplate_0 > llmChain_0.prompt',
      'chatOpenAI_0 > llmChain_0.model',
      'llmChain_0 > promptTemplate_1.promptValues',
      'promptTemplate_1 > llmChain_1.prompt',
      'chatOpenAI_0 > llmChain_1.model',
    ],
    note: 'The first chain outputs its answer as a value. The second prompt uses it under "Prompt values".',
  },
  {
    id: 'data-from-text',
    name: 'Data from text',
    description: 'Turns a message into an object with the properties you define, ready for another program.',
    usecases: ['Extraction'],
    nodes: {
      promptTemplate_0: { inputs: { template: 'Take the order out of this message:\n\n{message}' } },
      structuredOutputParser_0: {
        inputs: {
          autofixParser: true,
          jsonStructure: [
            { property: 'customer', type: 'string', description: 'The customer' },
            { property: 'product', type: 'string', description: 'The ordered item' },
            { property: 'amount', type: 'number', description: 'The quantity' },
          ],
        },
      },
      chatOpenAI_0: { inputs: { temperature: 0 } },
      llmChain_0: {},
    },
    edges: [
      'promptTemplate_0 > llmChain_0.prompt',
      'structuredOutputParser_0 > llmChain_0.outputParser',
      'chatOpenAI_0 > llmChain_0.model',
    ],
    note: 'Define the properties in the parser. The API returns the object under "json".',
  },
  {
    id: 'few-examples',
    name: 'Learning from examples',
    description: 'Shows the model a few examples, so it continues the pattern.',
    usecases: ['Writing'],
    nodes: {
      promptTemplate_0: { inputs: { template: 'Word: {word}\nAntonym: {antonym}' } },
      fewShotPromptTemplate_0: {
        inputs: {
          examples: '[{ "word": "happy", "antonym": "sad" }, { "word": "tall", "antonym": "short" }]',
          prefix: 'Give the antonym of every word.',
          suffix: 'Word: {input}\nAntonym:',
        },
      },
      chatOpenAI_0: { inputs: { temperature: 0 } },
      llmChain_0: {},
    },
    edges: [
      'promptTemplate_0 > fewShotPromptTemplate_0.examplePrompt',
      'fewShotPromptTemplate_0 > llmChain_0.prompt',
      'chatOpenAI_0 > llmChain_0.model',
    ],
    note: 'Replace the examples with your own. Their keys are the variables of the example prompt.',
  },
  {
    id: 'several-prompts',
    name: 'Several prompts',
    description: 'Picks the best prompt for a question: physics, history or general.',
    usecases: ['Routing'],
    nodes: {
      promptRetriever_0: {
        inputs: {
          name: 'physics',
          description: 'Good for questions about physics',
          systemMessage: 'You are a patient professor of physics. Explain with everyday examples.',
        },
      },
      promptRetriever_1: {
        inputs: {
          name: 'history',
          description: 'Good for questions about history',
          systemMessage: 'You are a historian. Name dates and say how sure they are.',
        },
      },
      chatOpenAI_0: {},
      multiPromptChain_0: {},
    },
    edges: [
      'promptRetriever_0 > multiPromptChain_0.promptRetriever',
      'promptRetriever_1 > multiPromptChain_0.promptRetriever',
      'chatOpenAI_0 > multiPromptChain_0.model',
    ],
    note: 'Add a Prompt Retriever for each topic and connect it to the chain.',
  },
  {
    id: 'database-questions',
    name: 'Questions to a database',
    description: 'Answers questions by querying a database. It can only read.',
    usecases: ['Data'],
    nodes: {
      chatOpenAI_0: { inputs: { temperature: 0 } },
      sqlDatabaseChain_0: {
        inputs: { database: 'postgres', url: 'postgresql://reader:password@localhost:5432/shop' },
      },
    },
    edges: ['chatOpenAI_0 > sqlDatabaseChain_0.model'],
    note: "Enter your database's URL in the chain, preferably with a read-only user.",
  },
  {
    id: 'weather-api',
    name: 'Questions to an API',
    description: 'Answers questions with a weather API that it knows from a description.',
    usecases: ['Data', 'Web'],
    nodes: {
      chatOpenAI_0: { inputs: { temperature: 0 } },
      getApiChain_0: {
        inputs: {
          apiDocs:
            'BASE URL: https://api.open-meteo.com\n\nGET /v1/forecast gives the weather at a place.\nlatitude, longitude: numbers, required.\ncurrent: names separated by commas, of temperature_2m, wind_speed_10m, precipitation, cloud_cover.\ntimezone: write auto.',
        },
      },
    },
    edges: ['chatOpenAI_0 > getApiChain_0.model'],
    note: 'Describe any API with GET endpoints in the chain. Only the addresses you list are called.',
  },
]
