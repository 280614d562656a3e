import { defineAgentMemory } from './define-agent-memory.ts'

export default defineAgentMemory('mySQLAgentMemory', 'MySQL Agent Memory')
