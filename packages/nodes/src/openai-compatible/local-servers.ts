/** Servers that builders run themselves: their key, when they have one, is optional. */
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

export const liteLlm = {
  vendor: 'LiteLLM',
  baseUrl: 'http://localhost:4000',
  credential: { name: 'litellmApi', label: 'LiteLLM API', key: 'litellmApiKey' },
}

export const nvidiaNim = {
  vendor: 'NVIDIA NIM',
  baseUrl: 'https://integrate.api.nvidia.com/v1',
  credential: { name: 'nvidiaNIMApi', label: 'NVIDIA NIM API', key: 'nvidiaNIMApiKey' },
}
