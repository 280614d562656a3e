import { defineAgentMemory } from './define-agent-memory.ts'

export default defineAgentMemory('agentMemory', 'Agent Memory')
