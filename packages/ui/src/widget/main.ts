import { ChatwrightChat } from './chat-element.ts'

/** A page may load the script twice, from two snippets: the first one counts. */
if (!customElements.get('chatwright-chat')) customElements.define('chatwright-chat', ChatwrightChat)
