import { BotForm } from './components/bot/bot-form.tsx'
import { BotPage } from './components/bot/bot-page.tsx'

/** A flow as a form, for anyone its owner shares the link with. */
export default function FormScreen() {
  return <BotPage>{(props) => <BotForm key={props.chatflowId} {...props} />}</BotPage>
}
