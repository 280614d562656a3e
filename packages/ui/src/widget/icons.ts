const SVG = 'http://www.w3.org/2000/svg'

export function icon(...paths: string[]): () => SVGSVGElement {
  return () => {
    const svg = document.createElementNS(SVG, 'svg')
    const attributes = {
      viewBox: '0 0 24 24',
      width: '20',
      height: '20',
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': '1.75',
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      'aria-hidden': 'true',
    }
    for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value)
    for (const path of paths) {
      const element = document.createElementNS(SVG, 'path')
      element.setAttribute('d', path)
      svg.append(element)
    }
    return svg
  }
}

export const icons = {
  chat: icon('M4 5h16v11h-9l-5 4v-4H4z', 'M8 9h8', 'M8 12h5'),
  close: icon('M6 6l12 12', 'M18 6L6 18'),
  send: icon('M12 19V5', 'M6 11l6-6 6 6'),
  stop: icon('M7 7h10v10H7z'),
  anew: icon('M12 5v14', 'M5 12h14'),
  up: icon('M7 11v9H3v-9zM7 11a4 4 0 0 0 4-4V6a2 2 0 0 1 4 0v5h3a2 2 0 0 1 2 2l-1 5a2 3 0 0 1-2 2h-7a3 3 0 0 1-3-3'),
  down: icon('M7 13V4H3v9zM7 13a4 4 0 0 1 4 4v1a2 2 0 0 0 4 0v-5h3a2 2 0 0 0 2-2l-1-5a2 3 0 0 0-2-2h-7a3 3 0 0 0-3 3'),
}
