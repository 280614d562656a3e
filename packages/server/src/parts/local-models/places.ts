/** Where a model server may listen on this machine, and how its list of models is read. */
export interface Place {
  label: string
  /** As the node wants it. */
  address: string
  listPath: string
  speaks: 'ollama' | 'openai'
  nodeName: string
  addressInput: string
}

/** The usual ports; Ollama's own variable says when it listens elsewhere. */
export function usualPlaces(ollamaHost: string | undefined): Place[] {
  return [
    {
      label: 'Ollama',
      address: ollamaAddress(ollamaHost),
      listPath: '/api/tags',
      speaks: 'ollama',
      nodeName: 'chatOllama',
      addressInput: 'baseUrl',
    },
    {
      label: 'LM Studio',
      address: 'http://127.0.0.1:1234/v1',
      listPath: '/models',
      speaks: 'openai',
      nodeName: 'chatLMStudio',
      addressInput: 'basePath',
    },
    {
      label: 'llama.cpp',
      address: 'http://127.0.0.1:8080/v1',
      listPath: '/models',
      speaks: 'openai',
      nodeName: 'chatOpenAICustom',
      addressInput: 'basepath',
    },
  ]
}

const OLLAMA_PORT = '11434'

/** `OLLAMA_HOST` is a host, a host with a port, or an address; `0.0.0.0` is where it listens, not where it is reached. */
function ollamaAddress(host: string | undefined): string {
  const usual = `http://127.0.0.1:${OLLAMA_PORT}`
  const given = host?.trim() ?? ''
  if (given === '') return usual
  const hasScheme = /^https?:\/\//.test(given)
  const text = hasScheme ? given : `http://${given.replace(/^:/, '127.0.0.1:')}`
  if (!URL.canParse(text)) return usual
  const address = new URL(text)
  if (address.hostname === '0.0.0.0' || address.hostname === '[::]') address.hostname = '127.0.0.1'
  if (address.port === '' && !hasScheme) address.port = OLLAMA_PORT
  return address.href.replace(/(?<!\/)\/+$/, '')
}
