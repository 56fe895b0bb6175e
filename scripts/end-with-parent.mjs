// Loaded before a child program: it ends when the one that started it is gone, even by a kill.
process.on('disconnect', () => process.exit(0))
process.channel?.unref()
