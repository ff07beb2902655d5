import { type Compilable, type CompiledQuery, createQueryId, type RawBuilder, sql } from 'kysely';
import { nameStatement, type ReadModels } from './database.ts';

/** Placeholders for the arguments of a prepared statement, by name. */
export interface Arguments<Values> {
  of<Name extends keyof Values>(name: Name): RawBuilder<Values[Name]>;
}

interface Compiled<Values, Row> {
  readonly query: CompiledQuery<Row>;
  readonly places: ReadonlyMap<unknown, keyof Values>;
}

function compile<Values, Row>(
  db: ReadModels,
  build: (db: ReadModels, given: Arguments<Values>) => Compilable<Row>,
): Compiled<Values, Row> {
  const places = new Map<unknown, keyof Values>();
  const query = build(db, {
    of(name) {
      const place = Symbol(String(name));
      places.set(place, name);
      return sql`${place}`;
    },
  }).compile();
  nameStatement(query.sql);
  return { query, places };
}

/**
 * A statement that is built once per process and planned once per connection. Only for statements whose best plan
 * doesn't depend on the values, and without lists of varying length.
 */
export function prepared<Values, Row>(
  build: (db: ReadModels, given: Arguments<Values>) => Compilable<Row>,
): (db: ReadModels, values: Values) => Promise<Row[]> {
  let compiled: Compiled<Values, Row> | undefined;
  return async (db, values) => {
    compiled ??= compile(db, build);
    const { query, places } = compiled;
    const parameters = query.parameters.map((parameter) => {
      const name = places.get(parameter);
      return name === undefined ? parameter : values[name];
    });
    const { rows } = await db.executeQuery<Row>({ ...query, queryId: createQueryId(), parameters });
    return rows;
  };
}
