-- Nomarch 0.2 in PostgreSQL: the statements that made its tables, and rows in each of them.

    CREATE TABLE setting (name TEXT PRIMARY KEY, value BYTEA NOT NULL);
    CREATE TABLE guest (
        id TEXT PRIMARY KEY, name TEXT NOT NULL,
        epoch INTEGER NOT NULL DEFAULT 0, merged TEXT NOT NULL DEFAULT ''
    );
    CREATE INDEX guest_by_merged ON guest (merged) WHERE merged <> '';
    CREATE TABLE note (
        guest TEXT NOT NULL, topic TEXT NOT NULL, note BYTEA NOT NULL, PRIMARY KEY (guest, topic)
    );
    CREATE TABLE spent (token TEXT PRIMARY KEY, until DOUBLE PRECISION NOT NULL);
    CREATE TABLE game_table (
        id TEXT PRIMARY KEY, created DOUBLE PRECISION NOT NULL, record TEXT NOT NULL,
        finished INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE seat (
        guest TEXT NOT NULL, game_table TEXT NOT NULL REFERENCES game_table(id),
        PRIMARY KEY (guest, game_table)
    );
    CREATE INDEX seat_by_table ON seat (game_table);
    CREATE TABLE entry (
        game_table TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL,
        seat INTEGER NOT NULL, text TEXT NOT NULL, at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (game_table, seq)
    );
    CREATE TABLE chat (
        id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, game_table TEXT NOT NULL,
        line BYTEA NOT NULL
    );
    CREATE INDEX chat_by_table ON chat (game_table, id);
    CREATE TABLE duty (
        game_table TEXT PRIMARY KEY, at DOUBLE PRECISION NOT NULL, bots INTEGER NOT NULL,
        seq INTEGER NOT NULL, keeper TEXT NOT NULL, until DOUBLE PRECISION NOT NULL
    );
    CREATE INDEX duty_by_time ON duty (at);
    CREATE TABLE process (
        id TEXT PRIMARY KEY, only_bots INTEGER NOT NULL, until DOUBLE PRECISION NOT NULL
    );

    CREATE TABLE outcome (
        game_table TEXT NOT NULL, seq INTEGER NOT NULL, data BYTEA NOT NULL,
        PRIMARY KEY (game_table, seq)
    );
    CREATE TABLE ban (subject TEXT PRIMARY KEY, reason TEXT NOT NULL, at DOUBLE PRECISION NOT NULL);
    CREATE TABLE tombstone (
        kind TEXT NOT NULL, id TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (kind, id)
    );
    CREATE TABLE visit (guest TEXT PRIMARY KEY, at DOUBLE PRECISION NOT NULL);
    CREATE INDEX visit_by_time ON visit (at);
    INSERT INTO visit SELECT id, extract(epoch FROM now()) FROM guest;

    ALTER TABLE game_table ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX table_by_listing ON game_table (created) WHERE listed = 1;
    ALTER TABLE seat ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE seat ADD COLUMN said INTEGER NOT NULL DEFAULT 0;
    UPDATE seat SET seen = 1000000, said =
        (SELECT count(*) FROM chat WHERE chat.game_table = seat.game_table);
    CREATE TABLE standing (
        game_table TEXT PRIMARY KEY, seq INTEGER NOT NULL, data BYTEA NOT NULL
    );

CREATE TABLE version (number INTEGER NOT NULL, oldest INTEGER NOT NULL);
INSERT INTO version VALUES (3, 1);

INSERT INTO setting (name, value) VALUES ('secret', '\x0101010101010101010101010101010101010101010101010101010101010101');
INSERT INTO setting (name, value) VALUES ('notice', '\x4261636b206174206e6f6f6e');
INSERT INTO guest (id, name, epoch, merged) VALUES ('g1', 'Ann', 2, '');
INSERT INTO guest (id, name, epoch, merged) VALUES ('g2', 'Bob', 0, '');
INSERT INTO guest (id, name, epoch, merged) VALUES ('old', 'Ann''s phone', 0, 'g1');
INSERT INTO guest (id, name, epoch, merged) VALUES ('x', 'Xerxes', 0, 'y');
INSERT INTO guest (id, name, epoch, merged) VALUES ('y', 'Yan', 0, 'x');
INSERT INTO guest (id, name, epoch, merged) VALUES ('z', 'Zoe', 0, 'y');
INSERT INTO note (guest, topic, note) VALUES ('g1', 'lessons/ra', '\x7b22646f6e65223a337d');
INSERT INTO note (guest, topic, note) VALUES ('x', 'lessons/ra', '\x7b22646f6e65223a317d');
INSERT INTO spent (token, until) VALUES ('token', 1000000000000.0);
INSERT INTO game_table (id, created, record, finished, version, listed) VALUES ('t1', 1.0, '{"id":"t1","game":"ra","rules":1,"options":{"duel":"on"},"seats":[{"kind":"guest","name":"G1","guest":"g1","level":""},{"kind":"guest","name":"Bob","guest":"g2","level":""}],"seed":"0000000000000000000000000000000000000000000000000000000000000000","invite":"i","host":"g1","created":1.0,"clock":0,"rematch":"","over":false,"coached":false,"hints":true,"listed":false,"began":0.0,"version":0}', 0, 3, 1);
INSERT INTO game_table (id, created, record, finished, version, listed) VALUES ('tx', 1.0, '{"id":"tx","game":"ra","rules":1,"options":{"duel":"on"},"seats":[{"kind":"guest","name":"X","guest":"x","level":""},{"kind":"guest","name":"Bob","guest":"g2","level":""}],"seed":"0000000000000000000000000000000000000000000000000000000000000000","invite":"i","host":"x","created":1.0,"clock":0,"rematch":"","over":false,"coached":false,"hints":true,"listed":false,"began":0.0,"version":0}', 0, 0, 0);
INSERT INTO game_table (id, created, record, finished, version, listed) VALUES ('ty', 1.0, '{"id":"ty","game":"ra","rules":1,"options":{"duel":"on"},"seats":[{"kind":"guest","name":"Y","guest":"y","level":""},{"kind":"guest","name":"Bob","guest":"g2","level":""}],"seed":"0000000000000000000000000000000000000000000000000000000000000000","invite":"i","host":"y","created":1.0,"clock":0,"rematch":"","over":false,"coached":false,"hints":true,"listed":false,"began":0.0,"version":0}', 0, 0, 0);
INSERT INTO game_table (id, created, record, finished, version, listed) VALUES ('tz', 1.0, '{"id":"tz","game":"ra","rules":1,"options":{"duel":"on"},"seats":[{"kind":"guest","name":"Z","guest":"z","level":""},{"kind":"guest","name":"Bob","guest":"g2","level":""}],"seed":"0000000000000000000000000000000000000000000000000000000000000000","invite":"i","host":"z","created":1.0,"clock":0,"rematch":"","over":false,"coached":false,"hints":true,"listed":false,"began":0.0,"version":0}', 0, 0, 0);
INSERT INTO game_table (id, created, record, finished, version, listed) VALUES ('t2', 1.0, '{"id":"t2","game":"ra","rules":1,"options":{"duel":"on"},"seats":[{"kind":"guest","name":"Ann","guest":"g1","level":""},{"kind":"bot","name":"Bot","guest":"","level":"greedy"}],"seed":"0000000000000000000000000000000000000000000000000000000000000000","invite":"i","host":"g1","created":1.0,"clock":0,"rematch":"","over":true,"coached":false,"hints":true,"listed":false,"began":0.0,"version":0}', 1, 0, 0);
INSERT INTO seat (guest, game_table, seen, said) VALUES ('g1', 't1', 2, 1);
INSERT INTO seat (guest, game_table, seen, said) VALUES ('g1', 't2', 0, 0);
INSERT INTO seat (guest, game_table, seen, said) VALUES ('g2', 't1', 0, 0);
INSERT INTO seat (guest, game_table, seen, said) VALUES ('g2', 'tx', 0, 0);
INSERT INTO seat (guest, game_table, seen, said) VALUES ('g2', 'ty', 0, 0);
INSERT INTO seat (guest, game_table, seen, said) VALUES ('g2', 'tz', 0, 0);
INSERT INTO seat (guest, game_table, seen, said) VALUES ('x', 'tx', 0, 0);
INSERT INTO seat (guest, game_table, seen, said) VALUES ('y', 'ty', 0, 0);
INSERT INTO seat (guest, game_table, seen, said) VALUES ('z', 'tz', 0, 0);
INSERT INTO entry (game_table, seq, kind, seat, text, at) VALUES ('t1', 1, 'move', 0, 'draw', 1.5);
INSERT INTO entry (game_table, seq, kind, seat, text, at) VALUES ('t1', 2, 'move', 0, 'draw', 1.5);
INSERT INTO chat (game_table, line) VALUES ('t1', '\x7b226174223a312e302c226e616d65223a22416e6e222c2273656174223a302c2274657874223a2248656c6c6f227d');
INSERT INTO chat (game_table, line) VALUES ('t1', '\x7b226174223a322e302c226e616d65223a22426f62222c2273656174223a312c2274657874223a2248692c20e2809c416e6ee2809d227d');
INSERT INTO duty (game_table, at, bots, seq, keeper, until) VALUES ('t1', 7.0, 1, 2, 'p1', 9.0);
INSERT INTO outcome (game_table, seq, data) VALUES ('t1', 0, '\x00ff');
INSERT INTO standing (game_table, seq, data) VALUES ('t1', 2, '\x7b7d');
INSERT INTO ban (subject, reason, at) VALUES ('g9', 'spam', 3.0);
INSERT INTO tombstone (kind, id, at) VALUES ('table', 'gone', 4.0);
INSERT INTO visit (guest, at) VALUES ('g1', 5.0);
INSERT INTO visit (guest, at) VALUES ('g2', 5.0);
INSERT INTO visit (guest, at) VALUES ('old', 5.0);
INSERT INTO visit (guest, at) VALUES ('x', 5.0);
INSERT INTO visit (guest, at) VALUES ('y', 5.0);
INSERT INTO visit (guest, at) VALUES ('z', 5.0);
INSERT INTO process (id, only_bots, until) VALUES ('p1', 0, 9.0);
