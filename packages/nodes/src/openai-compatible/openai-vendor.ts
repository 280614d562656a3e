/** OpenAI itself: where it is, and how its credential is called. */
export const openAi = {
  vendor: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  credential: { name: 'openAIApi', label: 'OpenAI API', key: 'openAIApiKey' },
}
