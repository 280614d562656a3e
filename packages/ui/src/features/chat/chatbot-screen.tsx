import { BotChat } from './components/bot/bot-chat.tsx'
import { BotPage } from './components/bot/bot-page.tsx'

/** A flow as a chat bot, for anyone its owner shares the link with. */
export default function ChatbotScreen() {
  return <BotPage>{(props) => <BotChat key={props.chatflowId} {...props} />}</BotPage>
}
