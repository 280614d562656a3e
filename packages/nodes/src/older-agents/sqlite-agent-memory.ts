import { defineAgentMemory } from './define-agent-memory.ts'

export default defineAgentMemory('sqliteAgentMemory', 'SQLite Agent Memory')
