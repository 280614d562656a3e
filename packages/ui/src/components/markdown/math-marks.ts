/**
 * Brings the ways models mark mathematics into the two that are read here: `$$…$$` within a line, and `$$` on lines of
 * its own around a formula that stands alone. Prices, shell variables and escaped brackets stay what they are.
 */
export function unifyMath(block: string): string {
  if (!/[$\\]/.test(block) || FENCE.test(block)) return block
  return block
    .split(CODE_SPAN)
    .map((part, index) => (index % 2 === 1 ? part : unifyText(part)))
    .join('')
}

const FENCE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:`{3}|~{3})/m
const CODE_SPAN = /(`+[^`]*`+)/

function unifyText(text: string): string {
  return text
    .replaceAll(/^([ \t]*)\\\[([\s\S]+?)\\\][ \t]*$/gm, (whole, indent: string, formula: string) =>
      isFormula(formula) ? standingAlone(indent, formula) : whole,
    )
    .replaceAll(/^([ \t]*)\$\$([^$\n]+)\$\$[ \t]*$/gm, (_, indent: string, formula: string) =>
      standingAlone(indent, formula),
    )
    .replaceAll(/\\\((.{1,2000}?)\\\)/g, (whole, formula: string) =>
      isFormula(formula) ? `$$${formula.trim()}$$` : whole,
    )
    .replaceAll(SINGLE_DOLLARS, (whole, formula: string) => (isFormula(formula) ? `$$${formula}$$` : whole))
}

/** As in Pandoc: tight around the formula, and no digit after it, so that two prices in a line are not taken for one. */
const SINGLE_DOLLARS = /(?<![\\$\w])\$(?![\s$])([^$\n]*?[^\s$\\])\$(?![\d$])/g

/** A sign of mathematics, or a lone letter: words and sums of money have neither. */
function isFormula(text: string): boolean {
  return /[\\^_=<>+*/{}|]/.test(text) || /^\s*[A-Za-z]\s*$/.test(text)
}

function standingAlone(indent: string, formula: string): string {
  return `${indent}$$\n${indent}${formula.trim()}\n${indent}$$`
}
