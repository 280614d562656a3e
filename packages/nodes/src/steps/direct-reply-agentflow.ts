import { defineNode, string, type FlowStep } from '@chatwright/core'

export default defineNode({
  name: 'directReplyAgentflow',
  label: 'Direct Reply',
  version: 1,
  category: 'Agent Flows',
  description: 'Sends a fixed answer and ends its branch.',
  icon: 'step-direct-reply.svg',
  color: '#4DDBBB',
  baseClasses: ['DirectReply'],
  traits: { step: { ends: true } },
  inputs: {
    directReplyMessage: string({
      destination: false,
      label: 'Message',
      description: 'The answer. It can include the output of earlier steps.',
      rows: 4,
      acceptVariable: true,
    }),
  },
  example: { directReplyMessage: 'Thank you. We will write to you.' },
  build: ({ inputs }): FlowStep => ({
    kind: 'step',
    effect: 'pure',
    async run(turn) {
      const content = inputs.directReplyMessage
      turn.say({ type: 'token', text: content })
      return { input: {}, output: { content } }
    },
  }),
})
