type Child = Node | string

/** An element with attributes and children; text stays text, whatever it holds. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  element.append(...children)
  return element
}

export function iconButton(label: string, icon: Node, onClick: () => void): HTMLElement {
  const button = create('button', { class: 'icon', type: 'button', 'aria-label': label, title: label }, icon)
  button.addEventListener('click', onClick)
  return button
}
