/** Servers on a builder's own machine: their key, when they have one, is optional. */
export const localAi = {
  vendor: 'LocalAI',
  baseUrl: 'http://localhost:8080/v1',
  credential: { name: 'localAIApi', label: 'LocalAI API', key: 'localAIApiKey' },
}

export const lmStudio = {
  vendor: 'LM Studio',
  baseUrl: 'http://localhost:1234/v1',
  credential: { name: 'lmStudioApi', label: 'LM Studio API', key: 'lmStudioApiKey' },
}
