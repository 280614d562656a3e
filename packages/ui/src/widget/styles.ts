/** The widget's own look; a shadow root keeps it from the page, and the page from it. */
export const styles = `
:host { all: initial; display: contents; }
:host([mode="page"]) { display: block; height: 100%; }
* { box-sizing: border-box; }
.frame {
  --ground: #ffffff; --text: #17202b; --text-2: #5f6b7a; --line: #d5dbe3; --control: #7c8797; --sunken: #eef1f5;
  --answer: transparent; --answer-pad: 0; --question: #e3f0fd; --question-text: #17202b;
  --head: #ffffff; --head-text: #17202b; --field: #ffffff; --field-text: #17202b;
  --accent: #1565c0; --on-accent: #ffffff; --link: #1565c0; --error: #fdecea; --error-text: #8e1b1b; --size: 15px;
  font: 400 var(--size)/1.6 Roboto, system-ui, -apple-system, "Segoe UI", sans-serif; color: var(--text);
}
@media (prefers-color-scheme: dark) {
  .frame {
    --ground: #1a2029; --text: #e8edf4; --text-2: #95a1b1; --line: #313b48; --control: #76849a; --sunken: #232b36;
    --question: #16304f; --question-text: #e8edf4; --head: #1a2029; --head-text: #e8edf4; --field: #1a2029;
    --field-text: #e8edf4; --accent: #82b8ff; --on-accent: #0b1b30; --link: #82b8ff; --error: #3a1715; --error-text: #ffb4ad;
  }
}
.frame.page { height: 100%; }
.frame.bubble { position: fixed; right: 20px; bottom: 20px; z-index: 2147483000; }
.window { display: flex; flex-direction: column; background: var(--ground); overflow: hidden; }
.page .window { height: 100%; }
.bubble .window {
  display: none; width: min(400px, calc(100vw - 40px)); height: min(640px, calc(100dvh - 40px));
  border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 16px 48px rgba(16,24,40,.2);
}
.bubble[data-open] .window { display: flex; }
@media (max-width: 480px) {
  .bubble[data-open] { inset: 0; }
  .bubble[data-open] .window { width: 100%; height: 100dvh; border: 0; border-radius: 0; }
}
button, input, textarea { font: inherit; color: inherit; }
button { cursor: pointer; border: 0; background: none; padding: 0; }
button[disabled] { cursor: default; opacity: .5; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.launcher {
  display: grid; place-items: center; width: 56px; height: 56px; border-radius: 999px;
  background: var(--accent); color: var(--on-accent); box-shadow: 0 4px 16px rgba(16,24,40,.24);
}
.launcher[hidden] { display: none; }
.launcher svg { width: 24px; height: 24px; }
.head {
  display: flex; align-items: center; gap: 8px; min-height: 56px; padding: 8px 8px 8px 16px;
  background: var(--head); color: var(--head-text); border-bottom: 1px solid var(--line);
}
.head h2 { flex: 1; min-width: 0; margin: 0; font-size: 16px; font-weight: 500; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.head img { width: 32px; height: 32px; border-radius: 999px; object-fit: cover; }
.icon { display: grid; place-items: center; width: 40px; height: 40px; border-radius: 12px; flex-shrink: 0; }
.log { flex: 1; min-height: 0; overflow-y: auto; padding: 16px; display: flex; flex-direction: column; gap: 16px; overscroll-behavior: contain; }
.question {
  align-self: flex-end; max-width: 85%; padding: 8px 12px; border-radius: 12px; background: var(--question);
  color: var(--question-text); white-space: pre-wrap; overflow-wrap: anywhere;
}
.answer { min-width: 0; max-width: 100%; padding: var(--answer-pad); border-radius: 12px; background: var(--answer); overflow-wrap: anywhere; }
.answer:empty { display: none; }
.log:not(:has(.question)) > :first-child { margin-top: auto; }
.answer > :first-child { margin-top: 0; } .answer > :last-child { margin-bottom: 0; }
.answer p, .answer ul, .answer ol, .answer pre, .answer blockquote, .answer table { margin: 0 0 12px; }
.answer ul, .answer ol { padding-left: 20px; }
.answer h3, .answer h4, .answer h5 { margin: 16px 0 8px; font-size: 1.05em; font-weight: 500; }
.question, .answer p, .answer li, .answer h3, .answer h4, .answer h5, .answer th, .answer td { unicode-bidi: plaintext; }
.answer a { color: var(--link); }
.answer code { font: 13px/1.5 "Roboto Mono", ui-monospace, monospace; background: var(--sunken); border-radius: 8px; padding: 2px 4px; }
.answer pre { background: var(--sunken); border-radius: 8px; padding: 12px; overflow-x: auto; }
.answer pre code { background: none; padding: 0; white-space: pre; }
.answer blockquote { padding-left: 12px; border-left: 3px solid var(--line); color: var(--text-2); }
.answer table { display: block; overflow-x: auto; border-collapse: collapse; }
.answer th, .answer td { text-align: left; padding: 6px 16px 6px 0; border-bottom: 1px solid var(--line); overflow-wrap: normal; font-size: 14px; }
.answer th { font-weight: 500; color: var(--text-2); }
.answer [align="right"] { text-align: right; white-space: nowrap; }
.answer .picture { display: block; width: fit-content; max-width: 100%; margin: 0 0 12px; }
.answer .picture img { display: block; max-width: 100%; max-height: 320px; border: 1px solid var(--line); border-radius: 8px; background: #fff; }
.answer details { color: var(--text-2); font-size: 13px; margin-bottom: 8px; white-space: pre-wrap; }
.sources { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0 0; padding: 0; list-style: none; font-size: 12px; }
.sources details { border: 1px solid var(--line); border-radius: 8px; padding: 2px 8px; max-width: 100%; margin: 0; }
.sources summary { cursor: pointer; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 240px; }
.foot { display: flex; gap: 4px; }
.foot { margin: -8px 0 0 -8px; }
.foot button { display: grid; place-items: center; width: 32px; height: 32px; border-radius: 8px; color: var(--text-2); }
.foot svg { width: 16px; height: 16px; }
.foot button[aria-pressed="true"] { background: var(--sunken); color: var(--accent); }
@media (pointer: coarse) { .foot button { width: 44px; height: 44px; } .prompts button { min-height: 44px; } }
.fault { padding: 12px; border-radius: 12px; background: var(--error); color: var(--error-text); }
.fault button { margin-top: 4px; text-decoration: underline; min-height: 32px; }
.wait { display: flex; gap: 4px; height: 24px; align-items: center; }
.wait i { width: 8px; height: 8px; border-radius: 999px; background: var(--text-2); animation: wait 1.2s infinite; }
.wait i:nth-child(2) { animation-delay: .15s; } .wait i:nth-child(3) { animation-delay: .3s; }
@keyframes wait { 0%, 60%, 100% { opacity: .3; } 30% { opacity: 1; } }
.prompts { display: flex; flex-wrap: wrap; gap: 8px; padding: 0 16px 8px; }
.prompts:empty { display: none; }
.prompts button { min-height: 36px; padding: 6px 12px; border: 1px solid var(--line); border-radius: 12px; text-align: left; font-size: 14px; }
form.ask { display: flex; align-items: flex-end; gap: 4px; margin: 0 16px; padding: 4px; border: 1px solid var(--control); border-radius: 12px; background: var(--field); color: var(--field-text); }
form.ask:focus-within { outline: 2px solid var(--accent); outline-offset: -1px; }
form.ask textarea { flex: 1; min-width: 0; max-height: 160px; border: 0; resize: none; background: none; padding: 8px; outline: none; font-size: max(16px, var(--size)); line-height: 24px; }
form.ask textarea::placeholder { color: inherit; opacity: .75; }
form.ask .icon { background: var(--accent); color: var(--on-accent); }
form.lead { display: grid; gap: 12px; margin: 0 16px; padding: 16px; border: 1px solid var(--line); border-radius: 12px; }
form.lead h3 { margin: 0; font-size: 16px; font-weight: 500; }
form.lead label { display: grid; gap: 4px; font-size: 14px; }
form.lead input { min-height: 44px; padding: 8px 12px; border: 1px solid var(--control); border-radius: 12px; background: none; font-size: 16px; }
form.lead button { min-height: 44px; border-radius: 12px; background: var(--accent); color: var(--on-accent); font-weight: 500; }
[hidden] { display: none !important; }
.credit { padding: 8px; text-align: center; font-size: 12px; color: var(--text-2); }
.quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: reduce) { * { animation: none !important; } }
`
