/** Arrives when something is first converted: few flows ever are. */
export const loadConverter = () => import('./chat-nodes-as-steps.ts')
