import { readFileSync } from 'node:fs'
import type { Document, TextSplitter } from '@chatwright/core'

/** Passages with questions that one of them answers, and questions that none does. */
export interface QualitySet {
  passages: Document[]
  questions: { question: string; isAnsweredBy(passage: Document): boolean }[]
  /** About the world at large. */
  unanswerable: string[]
  /** Close to what the passages cover. */
  unanswerableNear: string[]
}

type Unanswerable = Pick<QualitySet, 'unanswerable' | 'unanswerableNear'>

interface PassagesFile extends Unanswerable {
  passages: { id: string; title?: string; text: string }[]
  questions: { question: string; passage: string }[]
}

interface DocumentsFile extends Unanswerable {
  documents: { name: string; text: string }[]
  questions: { question: string; evidence: string }[]
}

/** A set whose passages are given. */
export function readPassages(file: string): QualitySet {
  const { passages, questions, ...unanswerable } = read(file) as PassagesFile
  return {
    ...unanswerable,
    passages: passages.map(({ id, title, text }) => ({
      pageContent: title === undefined ? text : `${title}\n${text}`,
      metadata: { source: id },
    })),
    questions: questions.map(({ question, passage }) => ({
      question,
      isAnsweredBy: ({ metadata }) => metadata.source === passage,
    })),
  }
}

/** A set of whole documents, cut as the product cuts them; a passage answers when it holds the words that do. */
export async function readDocuments(
  file: string,
  splitter: TextSplitter,
  /** What the product reads when the texts reach it as other files. */
  readAs: (texts: string[]) => Promise<string[]> = async (texts) => texts,
): Promise<QualitySet> {
  const { documents, questions, ...unanswerable } = read(file) as DocumentsFile
  const texts = await readAs(documents.map(({ text }) => text))
  const pieces = await splitter.splitDocuments(texts.map((pageContent) => ({ pageContent, metadata: {} })))
  return {
    ...unanswerable,
    passages: pieces.map(({ pageContent, metadata }, index) => ({
      pageContent,
      metadata: { ...metadata, source: `passage ${index}` },
    })),
    questions: questions.map(({ question, evidence }) => ({
      question,
      isAnsweredBy: ({ pageContent }) => pageContent.includes(evidence),
    })),
  }
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../data/${file}`, import.meta.url), 'utf8'))
}
