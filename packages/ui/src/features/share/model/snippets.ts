/** What a snippet needs to run as pasted. */
export interface SnippetFacts {
  /** Where this server is reached. */
  origin: string
  chatflowId: string
  /** The flow demands an API key; snippets read it from the environment, never from their own text. */
  needsKey: boolean
  isStreaming: boolean
}

export const KEY_VARIABLE = 'CHATWRIGHT_API_KEY'
const QUESTION = 'Hello, what can you do?'

export function curlSnippet({ origin, chatflowId, needsKey, isStreaming }: SnippetFacts): string {
  const body = JSON.stringify({ question: QUESTION, ...(isStreaming && { streaming: true }) })
  return [
    `curl ${isStreaming ? '--no-buffer ' : ''}${predictionAddress(origin, chatflowId)} \\`,
    `  -H "Content-Type: application/json" \\`,
    ...(needsKey ? [`  -H "Authorization: Bearer $${KEY_VARIABLE}" \\`] : []),
    `  -d '${body}'`,
  ].join('\n')
}

/** The standard library only: nothing to install. */
export function pythonSnippet({ origin, chatflowId, needsKey, isStreaming }: SnippetFacts): string {
  const ask = isStreaming
    ? [
        'with urllib.request.urlopen(request) as answer:',
        '    for line in answer:',
        '        if not line.startswith(b"data:"):',
        '            continue',
        '        event = json.loads(line[5:])',
        '        if event["event"] == "token":',
        '            print(event["data"], end="", flush=True)',
      ]
    : ['with urllib.request.urlopen(request) as answer:', '    print(json.load(answer)["text"])']
  return [
    'import json',
    ...(needsKey ? ['import os'] : []),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${predictionAddress(origin, chatflowId)}",`,
    `    data=json.dumps({"question": "${QUESTION}"${isStreaming ? ', "streaming": True' : ''}}).encode(),`,
    '    headers={',
    '        "Content-Type": "application/json",',
    ...(needsKey ? [`        "Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}",`] : []),
    '    },',
    ')',
    ...ask,
  ].join('\n')
}

/** Runs in Node 18 and later and, where no key is demanded, in browsers. */
export function javaScriptSnippet({ origin, chatflowId, needsKey, isStreaming }: SnippetFacts): string {
  const read = isStreaming
    ? [
        'let rest = ""',
        'for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {',
        '  const lines = (rest + piece).split("\\n")',
        '  rest = lines.pop()',
        '  for (const line of lines.filter((line) => line.startsWith("data:"))) {',
        '    const { event, data } = JSON.parse(line.slice(5))',
        `    if (event === "token") ${needsKey ? 'process.stdout.write(data)' : 'console.log(data)'}`,
        '  }',
        '}',
      ]
    : ['const { text } = await answer.json()', 'console.log(text)']
  return [
    `const answer = await fetch("${predictionAddress(origin, chatflowId)}", {`,
    '  method: "POST",',
    '  headers: {',
    '    "Content-Type": "application/json",',
    ...(needsKey ? [`    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`] : []),
    '  },',
    `  body: JSON.stringify({ question: "${QUESTION}"${isStreaming ? ', streaming: true' : ''} }),`,
    '})',
    ...read,
  ].join('\n')
}

/** OpenAI's clients always send a key, and a wrong one is refused: where none is demanded the header must go. */
export function openAiPythonSnippet({ origin, chatflowId, needsKey }: SnippetFacts): string {
  const access = needsKey
    ? `api_key=os.environ["${KEY_VARIABLE}"]`
    : 'api_key="none", default_headers={"Authorization": Omit()}'
  return [
    '# pip install openai',
    ...(needsKey ? ['import os', ''] : []),
    `from openai import ${needsKey ? 'OpenAI' : 'Omit, OpenAI'}`,
    '',
    `client = OpenAI(base_url="${origin}/v1", ${access})`,
    'stream = client.chat.completions.create(',
    `    model="${chatflowId}",`,
    `    messages=[{"role": "user", "content": "${QUESTION}"}],`,
    '    stream=True,',
    ')',
    'for chunk in stream:',
    '    print(chunk.choices[0].delta.content or "" if chunk.choices else "", end="", flush=True)',
  ].join('\n')
}

export function openAiJavaScriptSnippet({ origin, chatflowId, needsKey }: SnippetFacts): string {
  const access = needsKey
    ? `apiKey: process.env.${KEY_VARIABLE}`
    : 'apiKey: "none", defaultHeaders: { Authorization: null }'
  return [
    '// npm install openai',
    'import OpenAI from "openai"',
    '',
    `const client = new OpenAI({ baseURL: "${origin}/v1", ${access} })`,
    'const stream = await client.chat.completions.create({',
    `  model: "${chatflowId}",`,
    `  messages: [{ role: "user", content: "${QUESTION}" }],`,
    '  stream: true,',
    '})',
    'for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta?.content ?? "")',
  ].join('\n')
}

/** As most clients take it, in a file of theirs or pasted into their settings. */
export function mcpSettings({ name, address, token }: { name: string; address: string; token: string }): string {
  const server = { type: 'http', url: address, headers: { Authorization: `Bearer ${token}` } }
  return JSON.stringify({ mcpServers: { [name]: server } }, undefined, 2)
}

interface EmbedFacts {
  origin: string
  chatflowId: string
  isFullPage: boolean
}

export function embedScriptSnippet({ origin, chatflowId, isFullPage }: EmbedFacts): string {
  return [
    `<script type="module" src="${origin}/widget.js"></script>`,
    `<chatwright-chat flow-id="${chatflowId}"${isFullPage ? ' mode="page" style="height: 100dvh"' : ''}></chatwright-chat>`,
  ].join('\n')
}

export function embedReactSnippet({ origin, chatflowId, isFullPage }: EmbedFacts): string {
  return [
    'import { createElement, useEffect } from "react"',
    '',
    'export function Chat() {',
    '  useEffect(() => {',
    `    import(/* webpackIgnore: true */ /* @vite-ignore */ "${origin}/widget.js")`,
    '  }, [])',
    `  return createElement("chatwright-chat", { "flow-id": "${chatflowId}"${isFullPage ? ', mode: "page", style: { height: "100dvh" }' : ''} })`,
    '}',
  ].join('\n')
}

function predictionAddress(origin: string, chatflowId: string): string {
  return `${origin}/api/v1/prediction/${encodeURIComponent(chatflowId)}`
}
