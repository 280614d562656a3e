/** Sentences of a text; the segmenter knows that "e.g." and "3.5" do not end one. Lines of a list stand alone. */
export function splitSentences(text: string): string[] {
  return text
    .split(/\n+/)
    .flatMap((line) => [...segmenter.segment(line)].map(({ segment }) => segment.trim()))
    .filter((sentence) => /\p{L}/u.test(sentence))
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
