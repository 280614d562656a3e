const chatflows = {}

export default chatflows
