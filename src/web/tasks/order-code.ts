// A chunk of its own, loaded for the first move of a task by keys.
export { indentOperations, outdentOperations, stepOperations } from './manual-order.ts';
export { movedText } from './order-texts.ts';
