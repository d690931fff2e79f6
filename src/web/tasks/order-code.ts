// A chunk of its own: it is needed once somebody moves a task by keys.
export { indentOperations, outdentOperations, stepOperations } from './manual-order.ts';
export { movedText } from './order-texts.ts';
