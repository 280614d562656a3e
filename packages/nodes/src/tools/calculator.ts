import { defineNode } from '@chatwright/core'
import { evaluateExpression, formatNumber } from './evaluate-expression.ts'
import { textTool } from './text-tool.ts'

export default defineNode({
  name: 'calculator',
  label: 'Calculator',
  version: 1,
  category: 'Tools',
  description: 'Lets an agent calculate exactly.',
  icon: 'calculator.svg',
  keywords: ['math', 'maths', 'calculate', 'sum'],
  baseClasses: ['Calculator', 'Tool', 'StructuredTool', 'BaseLangChain'],
  inputs: {},
  build: () =>
    textTool({
      effect: 'pure',
      name: 'calculator',
      description: 'Evaluates an arithmetic expression. Use it for every calculation.',
      inputDescription: 'An expression such as (3 + 4) * 2^5, sqrt(2) or 20% * 80. No words.',
      call: async (expression) => formatNumber(evaluateExpression(expression)),
    }),
})
